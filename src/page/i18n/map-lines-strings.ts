/** Words of the choice of lines in the settings. */
export const mapLinesStrings = {
  en: { label: 'On the map', graticule: 'Graticule', night: 'Day and night' },
  zh: { label: '地图上显示', graticule: '经纬网', night: '晨昏线' },
}
