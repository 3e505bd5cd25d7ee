import { config } from 'zod/mini'

/** zod tries `eval` for speed; the page's policy forbids it, and each try is reported as a violation. */
config({ jitless: true })
