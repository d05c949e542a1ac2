export function start(lab) {
  lab.section("run").append(lab.node("p", { text: "This part is not here yet." }));
}
