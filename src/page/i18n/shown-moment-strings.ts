/** Words of the bar while the map shows the past. */
export const shownMomentStrings = {
  en: {
    shows: 'Map shows',
    ago: '{{age}} ago',
    fresh: '+{{count}} new',
    freshLong: '{{count}} strikes since the map left live at {{time}}. LIVE shows them.',
    ofNow: '{{layers}}: current',
    comma: ', ',
  },
  zh: {
    shows: '地图显示',
    ago: '{{age}}前',
    fresh: '新增 {{count}}',
    freshLong: '自 {{time}} 离开实时以来新增 {{count}} 次，回到实时后即可在图上看到。',
    ofNow: '{{layers}}为当前数据',
    comma: '、',
  },
}
