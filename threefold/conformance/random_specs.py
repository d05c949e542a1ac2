"""Small random specs: a few variables with holes and negative values, repeated and constant terms, empty lists."""

from random import Random

from threefold import language as tf

KINDS = ("Clause", "Cardinality", "AllDifferent", "Linear", "Table", "Element", "Circuit", "Implies")


def random_spec(random: Random, kind: str | None = None) -> tf.Spec:
    """One to four variables, one or two constraints of the kind (or of any), each in its own group."""
    spec = tf.Spec("random")
    variables = [_variable(random, spec, number) for number in range(random.randint(1, 4))]
    for number in range(random.randint(1, 2)):
        constraint = _Drawing(random, variables).constraint(kind or random.choice(KINDS))
        spec.group(f"drawn {number}").add(constraint)
    if random.randint(0, 3) == 3:
        _add_derived(spec, _Drawing(random, variables).sum())
    return spec


def _variable(random: Random, spec: tf.Spec, number: int) -> tf.Variable:
    if random.randint(0, 3) == 0:
        return spec.boolean(f"b{number}")
    return spec.integer(f"x{number}", random.sample(range(-2, 4), random.randint(1, 4)))


def _add_derived(spec: tf.Spec, definition: tf.Sum) -> None:
    """A derived variable that equals the sum; its domain has every value of the sum, so that it is a function of the others."""
    low = definition.constant + sum(min(a * v for v in x.domain) for a, x in definition.terms)
    high = definition.constant + sum(max(a * v for v in x.domain) for a, x in definition.terms)
    derived = spec.integer("d", range(low, high + 1), derived=True)
    spec.group("definition").add(derived == definition)


class _Drawing:
    def __init__(self, random: Random, variables: list[tf.Variable]) -> None:
        self.between, self.choice, self.variables = random.randint, random.choice, variables

    def constraint(self, kind: str) -> tf.Constraint:
        match kind:
            case "Clause":
                return tf.Clause(self.literals())
            case "Cardinality":
                return tf.Cardinality(self.literals(), self.choice(["<=", "==", ">="]), self.between(-1, 5))
            case "AllDifferent":
                return tf.AllDifferent(self.units(0, 4))
            case "Linear":
                comparator = self.choice(["<=", "==", ">=", "!="])
                return tf.Linear(self.sum(), comparator, self.choice([self.unit(), tf.Sum((), self.between(-6, 6))]))
            case "Table":
                terms = self.units(0, 3)
                return tf.Table(terms, [[self.between(-3, 4) for _ in terms] for _ in range(self.between(0, 6))])
            case "Element":
                return tf.Element(self.unit(), self.units(0, 4), self.unit())
            case "Circuit":
                return tf.Circuit(self.units(1, 4))
            case "Implies":
                inner = self.choice(["Clause", "Cardinality", "AllDifferent", "Linear"])
                return tf.Implies(self.literal(), self.constraint(inner))
        raise AssertionError(kind)

    def literal(self) -> tf.Literal:
        x, comparator = self.choice(self.variables), self.choice(["==", "<="])
        return tf.Literal(x, comparator, self.between(-3, 4), self.choice([True, False]))

    def literals(self) -> list[tf.Literal]:
        return [self.literal() for _ in range(self.between(0, 5))]

    def unit(self) -> tf.Sum:
        """`x + c`, `-x + c` or, now and then, `c`."""
        return self.choice([1, 1, 1, -1, 0]) * self.choice(self.variables) + self.between(-2, 2)

    def units(self, low: int, high: int) -> list[tf.Sum]:
        return [self.unit() for _ in range(self.between(low, high))]

    def sum(self) -> tf.Sum:
        terms = ((self.between(-3, 3), self.choice(self.variables)) for _ in range(self.between(0, 4)))
        return tf.Sum(tuple(terms), 0)
