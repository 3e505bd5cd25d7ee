/** The timeline's words on a wall. */
export const wallStrings = {
  en: {
    label: 'Timeline',
    strokes: 'Strokes/min, max {{most}}',
    records: 'Records/min, max {{most}}',
    hole: '{{minutes}} min not observed',
  },
  zh: {
    label: '时间轴',
    strokes: '每分钟闪电数，最多 {{most}}',
    records: '每分钟记录数，最多 {{most}}',
    hole: '{{minutes}} 分钟未观测',
  },
} as const
