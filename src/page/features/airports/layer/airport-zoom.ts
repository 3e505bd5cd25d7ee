/** Close enough to tell the airport from its neighbours, far enough to see the weather around it. */
export const ZOOM_TO_AIRPORT = 8
