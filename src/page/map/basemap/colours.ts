export type BasemapTheme = 'dark' | 'light'

/** All with low saturation and similar lightness: colour and contrast are reserved for overlays. */
const COLOURS = {
  dark: {
    /** Behind the globe. */
    space: '#04070c',
    sea: '#0b1622',
    /** Sea floor below 200, 2000 and 4000 m. */
    depths: ['#0a131e', '#08111a', '#070e16'],
    land: '#1a232d',
    /** Land outside the area of interest, in the view of a country. */
    abroad: '#131a22',
    urban: '#202a35',
    river: '#22394d',
    /** Motorways and the like, and other main roads. */
    roads: ['#3d4a58', '#313c48'],
    railway: '#36414f',
    coast: '#30404f',
    runway: '#6d7d8c',
    graticule: 'rgba(150, 185, 215, 0.07)',
    /** Layered over the night side of the Earth, once for sunset and once for each stage of twilight. */
    night: 'rgba(0, 0, 6, 0.055)',
    border: '#566677',
    disputedBorder: '#566677',
    provinceBorder: '#495b6d',
    admin1Border: '#293440',
    placeDot: '#7d8b99',
    countryLabel: '#8d9bab',
    provinceLabel: '#7d8b98',
    placeLabel: '#a7b2bd',
    seaLabel: '#6b8aa9',
    /** Around labels on land, and around those on the sea. */
    landHalo: 'rgba(14, 20, 28, 0.85)',
    seaHalo: 'rgba(8, 16, 26, 0.7)',
  },
  light: {
    space: '#eceff1',
    sea: '#dce5ea',
    depths: ['#d5e0e6', '#cedae1', '#c8d5dd'],
    land: '#f5f3ee',
    abroad: '#efede7',
    urban: '#ebe7de',
    river: '#b4cad5',
    roads: ['#c9bfab', '#d6cebf'],
    railway: '#bab8b4',
    coast: '#aebbc2',
    runway: '#8d8a84',
    graticule: 'rgba(70, 95, 115, 0.1)',
    night: 'rgba(24, 42, 74, 0.022)',
    border: '#98958e',
    disputedBorder: '#98958e',
    provinceBorder: '#b7b3a7',
    admin1Border: '#d9d6cd',
    placeDot: '#726f69',
    countryLabel: '#6d6b66',
    provinceLabel: '#65625b',
    placeLabel: '#4a4944',
    seaLabel: '#3d5b6c',
    landHalo: 'rgba(247, 245, 240, 0.9)',
    seaHalo: 'rgba(220, 229, 234, 0.8)',
  },
} as const

/** Colours of the base map, also used for the surfaces of the page. */
export type BasemapColours = (typeof COLOURS)[BasemapTheme]

export function basemapColours(theme: BasemapTheme): BasemapColours {
  return COLOURS[theme]
}
