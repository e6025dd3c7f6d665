import { type Command, Option } from 'commander'

import { defaults, maxResources } from '../../app/options.ts'
import { logFormats, logLevels } from '../../lib/log.ts'
import { defaultHost } from '../../server/listen-options.ts'
import { defaultConfigFile } from './config.ts'
import { defaultPort, flag, maxPort, wholeNumber } from './flags.ts'

const largest = Number.MAX_SAFE_INTEGER

/** Declares the flags of a command that serves. @param which `exec` has a free port unless its flag names one, and prints no URL */
export function addStartFlags(command: Command, which: 'start' | 'exec'): Command {
  const flags = [...servingFlags(which), ...dataFlags(), ...scenarioFlags(), ...processFlags()]
  for (const option of flags) if (which === 'start' || option.attributeName() !== 'printUrl') command.addOption(option)
  return command
}

function servingFlags(which: 'start' | 'exec'): readonly Option[] {
  const port =
    which === 'start'
      ? flag('-p, --port <port>', 'port; 0 picks a free one').default(defaultPort)
      : new Option('-p, --port <port>', 'port (a free one, whatever variable and configuration file say)')
  return [wholeNumber(port, 0, maxPort), flag('--host <address>', 'address to listen on').default(defaultHost)]
}

function dataFlags(): readonly Option[] {
  return [
    wholeNumber(flag('--seed <n>', 'what ids, findings and generated records follow from'), -largest, largest).default(
      defaults.seed,
    ),
    flag('--fixtures <folder>', 'resources.json, assessments.json, jobs.json, keys.json (built-in ones)'),
    wholeNumber(
      flag('--resources <n>', 'generate n resources, and assessments of them, instead of those of the fixtures'),
      0,
      maxResources,
    ),
    wholeNumber(flag('--quota <n>', 'requests an hour for each key (5000)'), 1, largest),
    flag('--assume <id=option...>', 'choices for points that the document leaves open'),
    flag('--assumptions <file>', 'a file of such choices; those of --assume beat it'),
    flag('--clock <clock>', 'real, frozen, or an ISO 8601 date-time to freeze at').default(defaults.clock),
    flag('--complete-after <duration>', 'from the creation of an assessment or job to its completion').default(
      defaults.completeAfter,
    ),
    wholeNumber(
      flag('--journal-bytes <n>', 'what the journals of all sandboxes may take; 0 keeps no request'),
      0,
      largest,
    ).default(defaults.journalBytes),
    wholeNumber(flag('--max-sandboxes <n>', 'most sandboxes at once'), 1, largest).default(defaults.maxSandboxes),
    flag('--sandbox-idle <duration>', 'drop a sandbox that nobody used for so long by the wall clock (never)'),
  ]
}

function scenarioFlags(): readonly Option[] {
  return [
    flag('--scenarios <folder>', 'scenario files, added to the built-in ones'),
    flag('--scenario <name...>', 'scenarios that are on from the start'),
    flag('--allow-webhook-host <host...>', 'names, addresses or ranges besides the loopback that webhooks may go to'),
    flag('--smtp <url>', 'an SMTP server that e-mails are handed to'),
  ]
}

function processFlags(): readonly Option[] {
  return [
    flag('--control-token <token>', 'what requests to the control plane must show (off the loopback one is made)'),
    flag('--allow-host <name...>', 'names other than those of the loopback that the fake answers to'),
    flag('--config <file>', `a file with any of these (${defaultConfigFile}, where there is one)`),
    flag('-w, --watch', 'reload fixtures, scenarios and configuration when their files change'),
    flag('--print-url', 'print the base URL and nothing else on stdout'),
    flag('--log-level <level>', 'what is told on stderr').choices(logLevels).default('info'),
    flag('--log-format <format>', 'how it is told: a line, or a JSON object in a line')
      .choices(logFormats)
      .default('pretty'),
  ]
}
