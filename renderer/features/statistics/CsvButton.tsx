import { broadcastFile } from '../../../shared/bridge/broadcastFile.ts'
import * as words from '../../../shared/words/statistics.ts'
import { useAddress } from '../../store/address.ts'
import { SIGNS } from '../../ui/Answer.tsx'
import { Download } from '../../ui/lateIcons.tsx'
import { Button, ignoreRepeat } from '../../ui/PressButton.tsx'
import { useSaving } from '../../ui/SaveButton.tsx'
import type { Broadcast } from './broadcast.ts'

interface Props {
  what: 'statisticsCsv' | 'playedCsv'
  broadcast: Broadcast
  project: string | null
}

/** Saves a table of a broadcast: complete, read by the core, named after the project and the date. */
export function CsvButton({ what, broadcast: { liveId, date }, project }: Props) {
  const { channel } = useAddress('reports').address
  const { result: told, save } = useSaving()
  const about = broadcastFile(liveId, channel, words.fileName(project, date, what))
  return (
    <div className="row">
      <Button onKeyDown={ignoreRepeat} onClick={() => void save(what, about)}>
        <Download />
        {words.REPORT_NAMES.csv[what]}
      </Button>
      <div className="answer" data-look={told?.look}>
        {told && SIGNS[told.look]}
        <span aria-live="polite">{told?.text}</span>
      </div>
    </div>
  )
}
