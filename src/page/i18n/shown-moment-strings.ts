/** Words of the bar while the map shows the past. */
export const shownMomentStrings = {
  en: {
    shows: 'Map shows',
    ago: '{{age}} ago',
    fresh: '+{{count}} new',
    freshLong: 'Struck since the map left the present at {{time}}: {{count}}. They are on the map again with LIVE.',
    ofNow: '{{layers}}: of now',
    comma: ', ',
  },
  zh: {
    shows: '地图显示',
    ago: '{{age}}前',
    fresh: '新增 {{count}}',
    freshLong: '自 {{time}} 离开实时以来新增 {{count}} 次，回到实时后即可在图上看到。',
    ofNow: '{{layers}}为当前情况',
    comma: '、',
  },
}
