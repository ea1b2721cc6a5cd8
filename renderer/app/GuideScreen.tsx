import { AddFiles } from '../features/build/AddFiles.tsx'
import { Playlist } from '../features/build/Playlist.tsx'
import { Unusable } from '../features/build/Unusable.tsx'
import { Guide } from '../features/guide/Guide.tsx'
import type { Slots } from '../features/guide/slots.ts'
import { ImportForm } from '../features/library/ImportForm.tsx'
import { DestinationsField, type FieldsProps, FormatField, NameField } from '../features/projects/ProjectFields.tsx'
import { CHECK } from '../features/show/CheckSheet.tsx'
import '../features/build/Build.css'
import '../features/library/Library.css'
import '../features/projects/Projects.css'

/** What somebody is asked of a new channel. */
function Fields(given: FieldsProps) {
  return (
    <>
      <NameField {...given} />
      <DestinationsField {...given} />
      <FormatField {...given} />
    </>
  )
}

const SLOTS: Slots = { Import: ImportForm, Choose: AddFiles, Unusable, Fields, List: Playlist }

/** 24/7 in five steps: parts of Files, Projects, Build and the show, one after the other. */
export function GuideScreen() {
  return <Guide slots={SLOTS} checkAt={CHECK} />
}
