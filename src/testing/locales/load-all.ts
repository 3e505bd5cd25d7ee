import { readLocales } from '../../server/read-locales.ts'

// Before each test file: the server's texts of every language, as the server has them.
readLocales()
