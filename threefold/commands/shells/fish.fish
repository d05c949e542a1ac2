
# A row BACKEND[:SOLVER][+OPTION=VALUE…], after the last comma
function __threefold_rows
    set -l typed (commandline -ct | string replace -r '^--[a-z]+=' '')
    set -l start (string match -r '^.*,' -- $typed)
    set -l row (string replace -r '^.*,' '' -- $typed)
    if string match -q '*+*' -- $row
        set start $start(string match -r '^.*\+' -- $row)
        __threefold_row_options (string replace -r '[:+].*$' '' -- $row) | string replace -r '^' -- "$start"
    else
        __threefold_row_names | string replace -r '^' -- "$start"
    end
end

# Is the command one of these? `compare` itself is a command.
function __threefold_in
    set -l words (commandline -opc)
    set -l command $words[2]
    test (path basename $words[1]) = compare; and set command compare
    contains -- "$command" $argv
end

# Was there no word yet after the command but options?
function __threefold_first
    set -l words (commandline -opc)
    set -l count 0
    for word in $words[2..]
        string match -q -- '-*' $word; or set count (math $count + 1)
    end
    test (path basename $words[1]) = compare; and set count (math $count + 1)
    test $count = 1
end
