import { backup, DatabaseSync } from 'node:sqlite'

/** Copies a file that no process has open. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const db = new DatabaseSync(from)
  try {
    await backup(db, to)
  } finally {
    db.close()
  }
}

/** Throws if a file cannot be read back as written. */
export function checkDatabase(file: string): void {
  const db = new DatabaseSync(file)
  try {
    const [said] = Object.values(db.prepare('PRAGMA integrity_check(1)').get() ?? {})
    if (said !== 'ok') throw new Error(`${file} is damaged: ${said}`)
  } finally {
    db.close()
  }
}
