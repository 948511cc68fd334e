import FilmstripLinux

@main enum FilmstripCommand { static func main() async {} }
