/** Where pictures of the ground are kept, apart from the shell. */
export const GROUND_CACHE = 'brontide-ground'
/** The picture of all of China, which a visit begins with where its address says nothing else, and that of any other view. */
export const HOME_PLACE = '/kept/home'
export const OTHER_PLACE = '/kept/elsewhere'
/** What the ground of a kept picture looked like. */
export const LOOK_HEADER = 'x-ground-look'
/** How a page was opened that began with it, as far as early code can tell: texts, a space between them. */
export const OPENED_HEADER = 'x-ground-opened'

/** All that a picture of the ground depends on. */
export interface GroundLook {
  /** Which picture is replaced by it, as a path: that of the home view, or that of any other. */
  place: string
  /** Of equal looks the pictures are equal. ASCII. */
  text: string
}

/** What is sent to the worker that keeps pictures. */
export interface KeepGround {
  picture: ImageBitmap
  look: GroundLook
  opened: string
}
