/* What a program for one puzzle alone can do, without any model: bit masks and recursion. It only counts.

   limit nqueens 12 | limit cards 11 2 | limit latin 5 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n;
static uint64_t found;

static void queens(uint32_t columns, uint32_t left, uint32_t right) {
    uint32_t all = (1u << n) - 1, open = all & ~(columns | left | right);
    if (columns == all) found++;
    while (open) {
        uint32_t queen = open & -open;
        open -= queen;
        queens(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
}

/* Two copies of card v with v cards between them, the largest card first. */
static void cards(int v, uint64_t taken) {
    if (!v) { found++; return; }
    for (int first = 0; first + v + 1 < 2 * n; first++) {
        uint64_t pair = (1ull << first) | (1ull << (first + v + 1));
        if (!(taken & pair)) cards(v - 1, taken | pair);
    }
}

/* Cell by cell; `columns[c]` are the values that column c has. */
static uint32_t columns[32];

static void latin(int row, int column, uint32_t in_row) {
    if (column == n) { row++; column = 0; in_row = 0; }
    if (row == n) { found++; return; }
    uint32_t open = ((1u << n) - 1) & ~(in_row | columns[column]);
    while (open) {
        uint32_t value = open & -open;
        open -= value;
        columns[column] |= value;
        latin(row, column + 1, in_row | value);
        columns[column] -= value;
    }
}

int main(int argc, char **words) {
    if (argc < 3) return 2;
    n = atoi(words[2]);
    if (!strcmp(words[1], "nqueens")) queens(0, 0, 0);
    else if (!strcmp(words[1], "cards") && argc > 3 && atoi(words[3]) == 2) cards(n, 0);
    else if (!strcmp(words[1], "latin")) latin(0, 0, 0);
    else return 2;
    printf("count %llu\n", (unsigned long long)found);
    return 0;
}
