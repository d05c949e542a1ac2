export function start(lab) {
  lab.section("inside").append(lab.node("p", { text: "This part is not here yet." }));
}
