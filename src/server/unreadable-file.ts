import { userInfo } from 'node:os'
import { type Fault, faultOf, problemAt, problemText } from '../core/problems/problem.ts'
import { TextFileError } from './text-file.ts'

/** What root does so that the server, and nobody else beside root, can read a file. */
export function readRemedy(): string {
  return `as root, chgrp ${userName()} FILE; chmod 640 FILE`
}

/** Why a file could not be read: the system's code, and the remedy where it is a matter of rights. */
export function unreadableFault(error: unknown): Fault {
  if (error instanceof TextFileError) return error.fault
  const system = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const isForbidden = system === 'EACCES' || system === 'EPERM'
  return isForbidden ? faultOf('file-forbidden', { system, user: userName() }) : faultOf('file-unreadable', { system })
}

/** The same in words, to follow the name of the setting. */
export function whyUnreadable(error: unknown): string {
  return problemText(problemAt(unreadableFault(error)))
}

/** Of this process; a system user has a group of the same name. A user without a name has a number. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}
