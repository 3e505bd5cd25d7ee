import { config } from 'zod'

/** zod tries `eval` for speed; the page's policy forbids it, and each try is reported as a violation. */
config({ jitless: true })
