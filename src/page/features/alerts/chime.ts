const NOTES_HZ = [660, 880]
const NOTE_S = 0.16
const LOUDNESS = 0.18

let audio: AudioContext | null = null

/** Two short notes. A browser plays no sound before the first interaction with the page. */
export function chime(): void {
  audio ??= new AudioContext()
  void audio.resume()
  const startS = audio.currentTime
  NOTES_HZ.forEach((hz, i) => {
    const tone = audio!.createOscillator()
    const volume = audio!.createGain()
    const atS = startS + i * NOTE_S
    tone.frequency.value = hz
    volume.gain.setValueAtTime(0, atS)
    volume.gain.linearRampToValueAtTime(LOUDNESS, atS + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, atS + NOTE_S * 1.6)
    tone.connect(volume).connect(audio!.destination)
    tone.start(atS)
    tone.stop(atS + NOTE_S * 1.7)
  })
}
