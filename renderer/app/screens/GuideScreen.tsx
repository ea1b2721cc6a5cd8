import { AddFiles } from '../../features/build/AddFiles.tsx'
import { NotSeen } from '../../features/build/NotSeen.tsx'
import { Playlist } from '../../features/build/Playlist.tsx'
import { Unusable } from '../../features/build/Unusable.tsx'
import { Guide } from '../../features/guide/Guide.tsx'
import type { Slots } from '../../features/guide/slots.ts'
import { ImportForm } from '../../features/library/ImportForm.tsx'
import {
  DestinationsField,
  type FieldsProps,
  FormatField,
  NameField,
} from '../../features/projects/ProjectFields.tsx'
import { CHECK } from '../../features/show/goLive/CheckSheet.tsx'
import '../../features/build/Build.css'
import '../../features/library/Library.css'
import '../../features/projects/Projects.css'

/** The fields that the guide shows for a new channel. */
function Fields(given: FieldsProps) {
  return (
    <>
      <NameField {...given} />
      <DestinationsField {...given} />
      <FormatField {...given} />
    </>
  )
}

const SLOTS: Slots = { Import: ImportForm, Choose: AddFiles, Unusable, Fields, NotSeen, List: Playlist }

/** The guide: a 24/7 channel in five steps, built from parts of Files, Projects, Build and the show screen. */
export function GuideScreen() {
  return <Guide slots={SLOTS} checkAt={CHECK} />
}
