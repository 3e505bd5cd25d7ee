import { vi } from 'vitest'
import { readLocales } from '../../server/read-locales.ts'
import { resetStores } from './zustand.ts'

// Before each test file: the server's texts of every language, as the server has them; and nothing that an earlier file
// of the same process left behind.
readLocales()
resetStores()
vi.unstubAllGlobals()
