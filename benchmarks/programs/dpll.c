/* All models of a CNF by plain backtracking: unit propagation with two watched literals, no learning, no restarts. It branches on
   the variables of the line `c project … 0` in this order (without such a line: on all); one model of the others is enough. It
   only counts.

   dpll puzzle.cnf */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int *at, size, room; } List;

static int variables, *trail, filled, read_up_to, *order, ordered;
static signed char *value;  /* by literal: 1 true, -1 false, 0 open */
static List *watching;      /* by literal: the clauses (places in `text`) that watch it */
static List text;           /* the clauses: length, literals */
static unsigned long long found;

static int slot(int literal) { return 2 * abs(literal) + (literal < 0); }

static void push(List *list, int item) {
    if (list->size == list->room) list->at = realloc(list->at, (list->room = 2 * list->room + 4) * sizeof(int));
    list->at[list->size++] = item;
}

static int make_true(int literal) {
    if (value[slot(literal)]) return value[slot(literal)] > 0;
    value[slot(literal)] = 1;
    value[slot(-literal)] = -1;
    trail[filled++] = literal;
    return 1;
}

static int propagate(void) {
    while (read_up_to < filled) {
        int false_one = -trail[read_up_to++], kept = 0, good = 1;
        List *list = &watching[slot(false_one)];
        for (int i = 0; i < list->size; i++) {
            int place = list->at[i], *clause = text.at + place + 1, length = text.at[place], k = 2;
            if (clause[0] == false_one) { clause[0] = clause[1]; clause[1] = false_one; }
            if (value[slot(clause[0])] <= 0) {
                while (k < length && value[slot(clause[k])] < 0) k++;
                if (k < length) {
                    clause[1] = clause[k];
                    clause[k] = false_one;
                    push(&watching[slot(clause[1])], place);
                    continue;
                }
                good = make_true(clause[0]);
            }
            list->at[kept++] = place;
            if (!good) {
                while (++i < list->size) list->at[kept++] = list->at[i];
                list->size = kept;
                return 0;
            }
        }
        list->size = kept;
    }
    return 1;
}

static int search(int next, int inner) {
    int start = filled, any = 0;
    while (next < ordered && value[slot(order[next])]) next++;
    if (next == ordered) {
        int variable = 1;
        while (variable <= variables && value[slot(variable)]) variable++;
        if (variable > variables) { found++; return 1; }
        order[ordered++] = variable;  /* an auxiliary: one model of them is enough */
        any = search(next, 1);
        ordered--;
        return any;
    }
    for (int sign = 1; sign >= -1 && !(inner && any); sign -= 2) {
        read_up_to = filled;
        if (make_true(sign * order[next]) && propagate()) any |= search(next + 1, inner);
        while (filled > start) { int undone = trail[--filled]; value[slot(undone)] = value[slot(-undone)] = 0; }
    }
    return any;
}

int main(int argc, char **words) {
    FILE *file = argc > 1 ? fopen(words[1], "r") : NULL;
    static char word[64];
    int literal, contradiction = 0;
    List units = {0};
    if (!file) return 2;
    while (fscanf(file, "%63s", word) == 1) {
        if (!strcmp(word, "p")) {
            if (fscanf(file, " cnf %d %*d", &variables) != 1) return 2;
            value = calloc(2 * variables + 2, 1);
            watching = calloc(2 * variables + 2, sizeof(List));
            trail = calloc(variables + 1, sizeof(int));
            order = calloc(2 * variables + 2, sizeof(int));
        } else if (!strcmp(word, "c")) {
            if (fscanf(file, "%63s", word) == 1 && !strcmp(word, "project"))
                while (fscanf(file, "%d", &literal) == 1 && literal) order[ordered++] = literal;
            else if (fscanf(file, "%*[^\n]") < 0) return 2;
        } else {
            int place = text.size;
            push(&text, 0);
            for (literal = atoi(word); literal; text.at[place]++) {
                push(&text, literal);
                if (fscanf(file, "%d", &literal) != 1) return 2;
            }
            if (text.at[place] == 0) contradiction = 1;
            else if (text.at[place] == 1) push(&units, text.at[place + 1]);
            else for (int k = 1; k <= 2; k++) push(&watching[slot(text.at[place + k])], place);
        }
    }
    if (!ordered) while (ordered < variables) { order[ordered] = ordered + 1; ordered++; }
    for (int i = 0; i < units.size; i++) contradiction |= !make_true(units.at[i]);
    if (!contradiction && propagate()) search(0, 0);
    printf("count %llu\n", found);
    return 0;
}
