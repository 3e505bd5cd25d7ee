/** Words that load with the row and the panel. */
export const moreStrings = {
  en: {
    closer: 'Zoom in for single fires by age.',
    nearestAirport: 'Nearest airport',
    airportLies: '{{direction}} of the hotspot',
    openAirport: 'Open {{icao}}',
    strikesBefore: 'Lightning in the 24 h before',
    readingStrikes: 'Searching for lightning near the hotspot',
    coLocated: 'Co-located strokes, within {{km}} km',
    strikeBefore: 'at {{time}}, {{age}} before',
    notObserved: 'Not observed in these 24 h.',
    partlyObserved: 'Only {{age}} of these 24 h were observed.',
    notCaused: 'Co-located: near in place and time, not necessarily the cause.',
  },
  zh: {
    closer: '放大后按时效显示单个火点。',
    nearestAirport: '最近的机场',
    airportLies: '位于火点{{direction}}方',
    openAirport: '打开 {{icao}}',
    strikesBefore: '此前 24 小时的闪电',
    readingStrikes: '正在查找火点周围的闪电',
    coLocated: '同位闪电，{{km}} km 内',
    strikeBefore: '{{time}}，早于探测 {{age}}',
    notObserved: '这 24 小时均未观测。',
    partlyObserved: '这 24 小时中仅观测了 {{age}}。',
    notCaused: '同位仅指时间和地点相近，不代表由闪电引起。',
  },
}
