
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

# Was there no word yet after the command but options and their values?
function __threefold_first
    set -l words (commandline -opc)
    set -l command compare
    if test (path basename $words[1]) != compare
        set command $words[2]
        set -e words[1]
    end
    set -e words[1]
    set -l is_value no
    for word in $words
        if test $is_value = yes
            set is_value no
        else if not string match -q -- '-*' $word
            return 1
        else if __threefold_has_value $command $word
            set is_value yes
        end
    end
end
