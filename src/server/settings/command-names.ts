import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a package or tarball is unpacked there are programs; in a source tree there is npm. */
const isInstalled = existsSync(join(import.meta.dirname, '../../../bin/brontide'))

/** The commands that messages name, as they exist on this machine. */
export const COMMANDS = isInstalled
  ? {
      server: 'brontide',
      backup: 'brontide-backup',
      accessHash: 'brontide-access-hash',
      build: 'Install the package again',
    }
  : {
      server: 'npm start',
      backup: 'npm run backup --',
      accessHash: 'npm run access:hash',
      build: 'Run npm start, which builds it, or npm run build',
    }

/** Settings file of the installed service; null in a source tree. */
export const SETTINGS_FILE = isInstalled ? '/etc/brontide/environment' : null
