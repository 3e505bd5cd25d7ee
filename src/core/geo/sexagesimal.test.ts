import { expect, it } from 'vitest'
import { parseSexagesimal } from './sexagesimal.ts'

it.each([
  ['N31.2 E121.5', 31.2, 121.5],
  ['31.2N 121.5E', 31.2, 121.5],
  ['33.9°S， 151.2°E', -33.9, 151.2],
  ['N3106 E12130', 31.1, 121.5],
  ['3106N12130E', 31.1, 121.5],
  ['31N121E', 31, 121],
  ['s310630w1213000', -31.10833, -121.5],
  [`31°06'N, 121°30'E`, 31.1, 121.5],
  ['31°06′30″S 121°30′00″W', -31.10833, -121.5],
  ['31 6 N 121 30.0 E', 31.1, 121.5],
])('reads %s', (text, lat, lon) => {
  expect(parseSexagesimal(text)).toEqual({ lat, lon })
})

it.each([
  'ZSPD',
  '31.2',
  'N3160 E12100',
  'N31',
  'N E121',
  '3106N',
  'N9106 E12130',
  '31 6 1 1 N 121 E',
  '1.2.3N 4E',
  '',
])('does not take %j for a place', (text) => {
  expect(parseSexagesimal(text)).toBeNull()
})
