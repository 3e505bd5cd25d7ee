/** Where pictures of the ground are kept, apart from the shell. */
export const GROUND_CACHE = 'brontide-ground'
/** What the ground of a kept picture looked like. */
export const LOOK_HEADER = 'x-ground-look'

/** All that a picture of the ground depends on. */
export interface GroundLook {
  /** Which picture is replaced by it, as a path: that of the home view, or that of any other. */
  place: string
  /** Of equal looks the pictures are equal. ASCII. */
  text: string
}

/** What is sent to the worker that keeps pictures; it answers once it is done. */
export interface KeepGround {
  picture: ImageBitmap
  look: GroundLook
}
