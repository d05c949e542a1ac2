# The candidates for a word, one per line: _threefold_candidates WORD COMMAND [WORDS BEFORE IT…]. @files stands for the names of
# files, @nospace says that a candidate may be continued. Works in bash and zsh; no program is started.
_threefold_candidates() {
    local current=$1 command=$2 option='' word positional='' values
    shift
    if [ $# = 0 ]; then
        _threefold_commands
        return
    fi
    shift
    for word in "$@"; do
        if [ -n "$option" ]; then
            option=''
        elif [ "${word#-}" = "$word" ]; then
            positional=yes
        elif [ -n "$(_threefold_values "$command" "$word")" ]; then
            option=$word
        fi
    done
    case $current in
    --*=*) _threefold_value "$command" "${current%%=*}" "${current#*=}" "${current%%=*}=" ;;
    *)
        if [ -n "$option" ]; then
            _threefold_value "$command" "$option" "$current" ''
        elif [ "${current#-}" != "$current" ]; then
            _threefold_options "$command"
        else
            echo @files
            [ -n "$positional" ] || _threefold_first "$command"
        fi
        ;;
    esac
}

# _threefold_value COMMAND OPTION TYPED PREFIX
_threefold_value() {
    local values line
    values=$(_threefold_values "$1" "$2")
    case $values in
    @any) ;;
    @files) echo @files ;;
    @row) _threefold_row "$3" "$4" ;;
    @rows)
        case $3 in
        *,*) _threefold_row "${3##*,}" "$4${3%,*}," ;;
        *) _threefold_row "$3" "$4" ;;
        esac
        ;;
    *)
        while IFS= read -r line; do
            printf '%s\n' "$4$line"
        done <<END
$values
END
        ;;
    esac
}

# A row BACKEND[:SOLVER][+OPTION=VALUE…]: _threefold_row TYPED PREFIX
_threefold_row() {
    local backend=${1%%[:+]*} start=$2 line
    case $1 in *+*) start=$2${1%+*}+ ;; esac
    echo @nospace
    case $1 in
    *+*) _threefold_row_options "$backend" ;;
    *) _threefold_row_names ;;
    esac | while IFS= read -r line; do
        printf '%s\n' "$start$line"
    done
}
