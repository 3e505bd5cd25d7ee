import type { Session } from '../sign-in/sessions.ts'

/** An admitted wall display. Times are Unix ms. */
export interface Wall {
  id: string
  /** Name given by the desk. */
  name: string
  /** Person who admitted it; null for a password without a name. */
  madeBy: string | null
  madeMs: number
  /** Expiry of its link; null once the link was used. */
  linkUntilMs: number | null
  /** Time of its last request; null before the first. */
  seenMs: number | null
}

/** Digests of a wall's secrets; the secrets themselves are stored on the wall only. */
export interface WallDigests {
  /** Digest of the link's code. */
  code: string
  /** Digest of the cookie's secret. */
  secret: string
}

/**
 * Persistent access state: sessions ended before expiry, and walls. Every engine guarantees: calls take effect in
 * order, a read sees earlier calls, and each call is atomic. A write resolves once stored, or after a logged failure;
 * it is in force in either case.
 */
export interface AccessStore {
  /** Ends a session and all copies of its cookie. */
  endSession(session: Session): Promise<void>
  hasEnded(session: Session): Promise<boolean>
  /** Null if the limit of walls is reached. */
  addWall(wall: Pick<Wall, 'name' | 'madeBy'> & { code: string; linkUntilMs: number }): Promise<Wall | null>
  /** Oldest first; without expired links and walls not seen for months. */
  walls(): Promise<Wall[]>
  /** Redeems a valid link: the wall is then identified by `secret`, and the link is invalid. */
  claimWall(digests: WallDigests): Promise<Wall | null>
  wallOf(secret: WallDigests['secret']): Promise<Wall | null>
  /** Records a request of the wall. */
  saw(id: Wall['id']): Promise<void>
  /** False if no wall has this id. */
  removeWall(id: Wall['id']): Promise<boolean>
  /** Notifies of sign-outs and removed walls, on any process that shares the store. */
  onEnded(listener: () => void): () => void
}
