/** Texts of a wall's card without storms: lightning of the last day, and strong wind. */
export const quietStrings = {
  en: {
    title: 'Last 24 h',
    strokes_one: '{{strokes}} stroke',
    strokes_other: '{{strokes}} strokes',
    last: 'Last: {{time}}',
    lastNear: 'Last: {{time}}, near {{place}}',
    none: 'None detected while observed',
    hole: '{{age}} not observed',
    unknown: 'unknown',
    wind: 'Strong wind',
    speed: '{{speed}}',
    gust: 'gust {{speed}}',
  },
  zh: {
    title: '近 24 小时闪电',
    strokes_other: '{{strokes}} 次',
    last: '最近一次：{{time}}',
    lastNear: '最近一次：{{time}}，{{place}}附近',
    none: '观测时段内未监测到',
    hole: '{{age}}未观测',
    unknown: '未知',
    wind: '强风',
    speed: '{{speed}}',
    gust: '阵风 {{speed}}',
  },
} as const
