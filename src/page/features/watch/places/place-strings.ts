/** Words of a guarded place that is no airport. */
export const placeStrings = {
  en: {
    label: 'Place {{id}}',
    close: 'Close',
    state: { alarm: 'Alarm', alert: 'Alert', 'not-watched': 'Not watched', quiet: 'Quiet' },
    always: 'guarded at all hours',
    hours: 'guarded {{hours}} ({{zone}})',
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
      ready: 'No place {{id}} is guarded',
    },
    alarms: 'Alarms',
  },
  zh: {
    label: '地点 {{id}}',
    close: '关闭',
    state: { alarm: '警报', alert: '警戒', 'not-watched': '监测中断', quiet: '平静' },
    always: '全天守护',
    hours: '守护时间 {{hours}}（{{zone}}）',
    geometry: { Point: '点', LineString: '线', MultiLineString: '多段线', Polygon: '区域', MultiPolygon: '多个区域' },
    unlisted: {
      loading: '正在等待地点列表',
      failed: '无法取得地点列表',
      ready: '没有守护名为 {{id}} 的地点',
    },
    alarms: '告警',
  },
}
