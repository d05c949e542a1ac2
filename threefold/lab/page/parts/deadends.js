export function start(lab) {
  lab.section("deadends").append(lab.node("p", { text: "This part is not here yet." }));
}
