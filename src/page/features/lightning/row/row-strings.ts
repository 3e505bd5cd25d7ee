/** Words of the row, which loads after the map. */
export const rowStrings = {
  en: {
    display: 'How strikes are drawn',
    count: {
      label: 'Count',
      strokes: 'Strokes',
      records: 'Records',
      note: 'One stroke often arrives as several records, at the same or at other places; it is drawn at the best located one.',
    },
    farOut: { label: 'Far out', density: 'Density', marks: 'Marks' },
    palette: { label: 'Colours', brontide: 'Brontide', classic: 'Classic' },
    polarity: { label: 'Polarity', near: 'Close in', always: 'Everywhere' },
    weak: { label: 'Weak locations', shown: 'Shown', hollow: 'Hollow', hidden: 'Hidden' },
    list: {
      title: 'Strikes in view',
      none: 'None in view',
      newest: 'The newest {{shown}} of {{all}}, the newest first',
    },
    rings: 'Strokes around the selection: {{rings}}',
    rings_records: 'Records around the selection: {{rings}}',
    ring: '{{count}} within {{km}} km',
    comma: ', ',
    cells: 'Far out, in an outbreak: a cell is the fuller the more struck in it, in the colour of the newest.',
  },
  zh: {
    display: '显示方式',
    count: {
      label: '计数',
      strokes: '回击',
      records: '记录',
      note: '一次回击常以多条记录到达，位置相同或不同；按定位最好的一条绘制。',
    },
    farOut: { label: '远观时', density: '密度', marks: '符号' },
    palette: { label: '配色', brontide: 'Brontide', classic: '经典' },
    polarity: { label: '极性', near: '近看时', always: '始终' },
    weak: { label: '定位较弱者', shown: '显示', hollow: '空心', hidden: '隐藏' },
    list: {
      title: '视野内的闪击',
      none: '视野内无闪击',
      newest: '{{all}} 次中最近的 {{shown}} 次，最新在前',
    },
    rings: '所选地点周围的回击：{{rings}}',
    rings_records: '所选地点周围的记录：{{rings}}',
    ring: '{{km}} km 内 {{count}}',
    comma: '，',
    cells: '远观大范围雷暴时：格点越实次数越多，颜色取最近一次。',
  },
} as const
