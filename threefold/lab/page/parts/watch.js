export function start(lab) {
  lab.section("watch").append(lab.node("p", { text: "This part is not here yet." }));
}
