
_threefold() {
    local -a before found nospace
    before=("${(@)words[2,CURRENT-1]}")
    [[ ${words[1]:t} == compare ]] && before=(compare "${before[@]}")
    found=("${(@f)$(_threefold_candidates "$PREFIX" "${before[@]}")}")
    (( ${found[(Ie)@nospace]} )) && nospace=(-S '')
    (( ${found[(Ie)@files]} )) && _files
    found=("${(@)found:#@*}")
    (( $#found )) && compadd "${nospace[@]}" -a found
}
if [[ $funcstack[1] == _threefold ]]; then
    _threefold "$@" # loaded from fpath for the first completion
else
    compdef _threefold threefold compare
fi
