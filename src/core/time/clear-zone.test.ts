import { expect, it } from 'vitest'
import { isClearZone } from './clear-zone.ts'

it('knows zones of IANA alone: an abbreviation may mean another zone to its writer', () => {
  const known = ['Asia/Shanghai', 'Etc/GMT-8', 'UTC', 'GMT', 'PRC', 'EST', 'CET', 'CST6CDT', '+08:00']
  expect(known.filter((zone) => !isClearZone(zone))).toEqual([])
  expect(['CST', 'cst', 'BST', 'IST', 'PST', 'SST', 'Beijing', 'UTC+8', ''].filter(isClearZone)).toEqual([])
})
