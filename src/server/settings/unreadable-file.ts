import { userInfo } from 'node:os'
import { type Fault, faultOf, problemAt } from '../../core/problems/problem.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { TextFileError } from './text-file.ts'

/** Commands for root that make a file readable to the server only. */
export function readRemedy(): string {
  return `as root, chgrp ${userName()} FILE; chmod 640 FILE`
}

/** Why a file could not be read: the system's code, with the remedy for missing permissions. */
export function unreadableFault(error: unknown): Fault {
  if (error instanceof TextFileError) return error.fault
  const system = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const isForbidden = system === 'EACCES' || system === 'EPERM'
  return isForbidden ? faultOf('file-forbidden', { system, user: userName() }) : faultOf('file-unreadable', { system })
}

/** The same in words, following the setting's name. */
export function whyUnreadable(error: unknown): string {
  return problemText(problemAt(unreadableFault(error)))
}

/** Of this process; falls back to the numeric id. System users have a group of the same name. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}
