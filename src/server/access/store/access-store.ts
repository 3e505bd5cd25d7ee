import type { Session } from '../sign-in/sessions.ts'

/** A wall that somebody on the desk lets in. Times are Unix ms. */
export interface Wall {
  id: string
  /** What the desk calls it. */
  name: string
  /** Who let it in; null where a password without a name was used. */
  madeBy: string | null
  madeMs: number
  /** So long its link is good; null once the wall has come by it. */
  linkUntilMs: number | null
  /** When it last asked for something; null before it came. */
  seenMs: number | null
}

/** Digests of what a wall shows; the thing itself is kept nowhere but on the wall. */
export interface WallDigests {
  /** Of its link. */
  code: string
  /** Of what its browser keeps. */
  secret: string
}

/**
 * What has to be remembered of signing in: sessions that ended before their time, and walls. Whatever engine stands
 * behind it: calls take effect in the order they are made, a read finds what a call before it did, and each call is one
 * step that no other comes between. A write resolves once it is kept, or can't be kept now, which is in the log; what it
 * did is in force all the same.
 */
export interface AccessStore {
  /** Ends a session, and all copies of its cookie with it. */
  endSession(session: Session): Promise<void>
  hasEnded(session: Session): Promise<boolean>
  /** Null where there are as many as there may be. */
  addWall(wall: Pick<Wall, 'name' | 'madeBy'> & { code: string; linkUntilMs: number }): Promise<Wall | null>
  /** The oldest first; without those whose link was not used in time, and those that were not seen for months. */
  walls(): Promise<Wall[]>
  /** The wall of a link that is still good, from now on known by `secret`; the link is good no more. */
  claimWall(digests: WallDigests): Promise<Wall | null>
  wallOf(secret: WallDigests['secret']): Promise<Wall | null>
  /** The wall asks for something now. */
  saw(id: Wall['id']): Promise<void>
  /** False where there is none of that id. */
  removeWall(id: Wall['id']): Promise<boolean>
  /** Hears when somebody was signed out or turned away, here or by whoever shares this. */
  onEnded(listener: () => void): () => void
}
