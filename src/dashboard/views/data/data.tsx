import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Data. */
export function Data() {
  return (
    <View title="Data">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
