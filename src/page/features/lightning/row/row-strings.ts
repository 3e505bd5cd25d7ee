/** Words of the row, which loads after the map. */
export const rowStrings = {
  en: {
    display: 'How strikes are drawn',
    count: {
      label: 'Count',
      strokes: 'Strokes',
      records: 'Records',
      note: 'One stroke often comes as several records; it is shown at the best location.',
    },
    farOut: { label: 'Zoomed out', density: 'Density', marks: 'Marks' },
    palette: { label: 'Colours', brontide: 'Brontide', classic: 'Classic' },
    polarity: { label: 'Polarity', near: 'Zoomed in', always: 'Everywhere' },
    weak: { label: 'Weak locations', shown: 'Shown', hollow: 'Hollow', hidden: 'Hidden' },
    list: {
      title: 'Strikes in view',
      none: 'None in view',
      newest: 'The newest {{shown}} of {{all}}, the newest first',
    },
    rings: 'Strokes around the selection: {{rings}}',
    rings_records: 'Records around the selection: {{rings}}',
    ring: '{{count}} within {{km}}\u00a0km',
    comma: ', ',
    cells: 'Zoomed out: larger dots have more strikes; colour is the newest.',
  },
  zh: {
    display: '显示方式',
    count: {
      label: '计数',
      strokes: '回击',
      records: '记录',
      note: '一次回击常有多条记录，按定位最好的一条显示。',
    },
    farOut: { label: '缩小时', density: '密度', marks: '符号' },
    palette: { label: '配色', brontide: 'Brontide', classic: '经典' },
    polarity: { label: '极性', near: '放大时', always: '始终' },
    weak: { label: '定位较弱者', shown: '显示', hollow: '空心', hidden: '隐藏' },
    list: {
      title: '视野内的闪电',
      none: '视野内无闪电',
      newest: '{{all}} 次中最近的 {{shown}} 次，最新在前',
    },
    rings: '所选地点周围的闪电：{{rings}}',
    rings_records: '所选地点周围的记录：{{rings}}',
    ring: '{{km}}\u00a0km\u00a0内\u00a0{{count}}',
    comma: '，',
    cells: '缩小时：圆点越大次数越多，颜色为最近一次。',
  },
} as const
