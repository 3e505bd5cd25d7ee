/** Words of a guarded place that is no airport. */
export const placeStrings = {
  en: {
    label: 'Place {{id}}',
    close: 'Close',
    always: 'monitored at all hours',
    hours: 'monitored {{hours}} ({{zone}})',
    hoursOn: '{{days}} {{times}}',
    day: {
      Mo: 'Mon',
      Tu: 'Tue',
      We: 'Wed',
      Th: 'Thu',
      Fr: 'Fri',
      Sa: 'Sat',
      Su: 'Sun',
      to: '–',
      and: ', ',
      next: '; ',
    },
    geometry: {
      Point: 'point',
      LineString: 'line',
      MultiLineString: 'lines',
      Polygon: 'area',
      MultiPolygon: 'areas',
    },
    unlisted: {
      loading: 'Waiting for the list of places',
      failed: 'The list of places is not available',
      ready: 'No place {{id}} is monitored',
    },
    alarms: 'Alarms',
  },
  zh: {
    label: '地点 {{id}}',
    close: '关闭',
    always: '全天监测',
    hours: '监测时段 {{hours}}（{{zone}}）',
    hoursOn: '{{days}} {{times}}',
    day: {
      ...{ Mo: '周一', Tu: '周二', We: '周三', Th: '周四', Fr: '周五', Sa: '周六', Su: '周日' },
      ...{ to: '至', and: '、', next: '；' },
    },
    geometry: { Point: '点', LineString: '线', MultiLineString: '多段线', Polygon: '区域', MultiPolygon: '多个区域' },
    unlisted: {
      loading: '正在等待地点列表',
      failed: '无法取得地点列表',
      ready: '没有名为 {{id}} 的监测地点',
    },
    alarms: '告警',
  },
}
