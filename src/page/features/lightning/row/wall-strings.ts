/** Wall texts of lightning. */
export const wallStrings = {
  en: {
    strokes_one: '/ {{window}} min',
    strokes_other: '/ {{window}} min',
    records_one: 'record in {{window}} min',
    records_other: 'records in {{window}} min',
    live: 'Live, {{strikes}} in the last minute',
    waiting: 'No free connection: updated every 30 s',
    comma: '. ',
  },
  zh: {
    strokes_other: '次 / {{window}} 分钟',
    records_other: '条记录 / {{window}} 分钟',
    live: '实时，最近一分钟 {{strikes}} 次',
    waiting: '连接名额已满，每 30 秒更新',
    comma: '。',
  },
} as const
