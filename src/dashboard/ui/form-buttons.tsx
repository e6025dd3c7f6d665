import { Button } from './button.tsx'

/** The buttons at the end of a form in a dialog. @param verb the text of the button that sends it */
export function FormButtons({ verb, onCancel }: { readonly verb: string; readonly onCancel: () => void }) {
  return (
    <footer>
      <Button onClick={onCancel}>Cancel</Button>
      <Button kind="primary" type="submit">
        {verb}
      </Button>
    </footer>
  )
}
