export const strings = {
  en: { name: 'Weather at a point', town: 'City' },
  zh: { name: '任意点天气', town: '城市' },
} as const

export const stationStrings = {
  en: { name: 'Weather station', hit: 'Station {{id}}', hitDetail: 'Latest observation, by station number' },
  zh: { name: '气象站', hit: '站号 {{id}}', hitDetail: '按站号查看最新观测' },
} as const
