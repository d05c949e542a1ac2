
_threefold() {
    local line=${COMP_LINE:0:COMP_POINT} current='' broken='' found program
    local -a words
    read -ra words <<<"$line"
    if [[ $line != *[[:space:]] ]]; then
        current=${words[-1]}
        unset 'words[-1]'
    fi
    program=${words[0]##*/}
    words=("${words[@]:1}")
    [[ $program == compare ]] && words=(compare "${words[@]}")
    # bash replaces only what follows the last : or =
    [[ $COMP_WORDBREAKS == *[:=]* ]] && broken=${current%"${current##*[:=]}"}
    COMPREPLY=()
    while IFS= read -r found; do
        case $found in
        @nospace) compopt -o nospace 2>/dev/null ;;
        @files)
            compopt -o filenames 2>/dev/null
            while IFS= read -r found; do COMPREPLY+=("${found#"$broken"}"); done < <(compgen -f -- "$current")
            ;;
        "$current"*) COMPREPLY+=("${found#"$broken"}") ;;
        esac
    done < <(_threefold_candidates "$current" "${words[@]}")
}
complete -F _threefold threefold compare
