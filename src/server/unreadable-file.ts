import { userInfo } from 'node:os'
import { TextFileError } from './text-file.ts'

/** What root does so that the server, and nobody else beside root, can read a file. */
export function readRemedy(): string {
  return `as root, chgrp ${userName()} FILE; chmod 640 FILE`
}

/** Why a file could not be read, to follow its setting's name: the system's code, and the remedy where it is a matter of rights. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof TextFileError) return error.problem
  const code = error instanceof Error && 'code' in error ? error.code : null
  const isForbidden = code === 'EACCES' || code === 'EPERM'
  return `can't be read${code ? ` (${code})` : ''}${isForbidden ? `: ${readRemedy()}` : ''}`
}

/** Of this process; a system user has a group of the same name. A user without a name has a number. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}
