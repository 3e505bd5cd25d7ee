/** Texts of an outage on desk and wall. */
export const outageStrings = {
  en: {
    sourceTitle: 'The source is silent',
    sourceDetail: 'No data since {{since}} ({{age}}). Showing the last data received.',
    offlineTitle: 'This device is offline',
    lineTitle: 'No connection to the server',
    lineDetail: 'Since {{since}} ({{age}}). Reconnecting; showing the last data received.',
  },
  zh: {
    sourceTitle: '数据源中断',
    sourceDetail: '自 {{since}} 起无数据（{{age}}）。图上是此前收到的数据。',
    offlineTitle: '本设备已离线',
    lineTitle: '与服务器断开',
    lineDetail: '自 {{since}} 起（{{age}}）。正在重连；图上是此前收到的数据。',
  },
} as const
