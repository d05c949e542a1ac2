"""Beyond one machine: guarded calls on the workers of a Dask cluster.

    command  --Dask-->  worker (many threads)  --socket-->  helper (one thread)  -->  guard  -->  run

A guard is forked, which a process with many threads must not do; so each thread of a worker has a helper, a small process that
makes the call exactly as the command would on its own machine, under the same limits. The worker only passes bytes on and imports
nothing of ours but `task`: in its search path `models` may be a script of python-sat.

Dask repeats what was lost with a worker, but gives up only after the fourth worker (`allowed-failures`, a setting of the
scheduler and so of everyone who shares it). Here a call that has lost two workers is not tried a third time: each attempt leaves
a mark with the scheduler, and is refused where there are two. (The number of lost workers is known to the scheduler alone; to ask
for it is to change the scheduler.)

Dask cannot stop what a worker's thread does. The thread that waits for a helper looks whether its answer is still wanted: Ctrl-C,
the death of the command and the closing of the worker all end the run within a second.
"""
