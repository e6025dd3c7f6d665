export const severities = ['high', 'medium', 'low'] as const

export type Severity = (typeof severities)[number]

export const knownCategories = ['authentication', 'network', 'encryption'] as const

/** One check of a scan, and the finding that it reports when it fails. */
export interface Check {
  readonly category: (typeof knownCategories)[number]
  readonly severity: Severity
  readonly description: string
  readonly remediation: string
}

function toChecks(category: Check['category'], rows: readonly (readonly [Severity, string, string])[]): Check[] {
  return rows.map(([severity, description, remediation]) => ({ severity, category, description, remediation }))
}

/** All checks of a comprehensive scan, by category; an ordinary scan takes the first half of each category. */
export const checks: readonly Check[] = [
  ...toChecks('authentication', [
    ['high', 'Password authentication is enabled for remote login', 'Allow key-based login only'],
    [
      'high',
      'An administrative account has no second factor',
      'Require a second factor for every administrative account',
    ],
    ['medium', 'Access keys are older than 90 days', 'Rotate access keys at least every 90 days'],
    ['low', 'Sessions do not expire when idle', 'Set an idle timeout of 15 minutes'],
    ['high', 'The default administrator password is in use', 'Set a unique password and store it in a vault'],
    ['medium', 'A service account has interactive login', 'Disable interactive login for service accounts'],
    ['medium', 'Failed logins are not limited', 'Lock an account for a while after repeated failures'],
    ['low', 'Unused accounts have not been removed', 'Remove accounts without a login in the last 60 days'],
  ]),
  ...toChecks('network', [
    ['high', 'SSH (port 22) is open to the internet', 'Restrict port 22 to the addresses of your administrators'],
    [
      'high',
      'A database port is reachable from a public subnet',
      'Allow database ports from the application subnet only',
    ],
    ['medium', 'Outbound traffic is not restricted', 'Allow outbound traffic to known destinations only'],
    ['low', 'Flow logs are disabled', 'Enable flow logs for the network'],
    ['high', 'Remote desktop (port 3389) is open to the internet', 'Reach remote desktops through a bastion host'],
    ['medium', 'A security group allows all ports between its members', 'List the ports that are needed'],
    ['medium', 'The default security group is in use', 'Attach a security group of its own'],
    ['low', 'A security group rule has no description', 'Describe what each rule is for'],
  ]),
  ...toChecks('encryption', [
    ['high', 'A volume is not encrypted at rest', 'Encrypt the volume with a managed key'],
    ['medium', 'Connections accept TLS 1.0 and 1.1', 'Require TLS 1.2 or later'],
    ['medium', 'Encryption keys are not rotated', 'Enable the yearly rotation of keys'],
    ['low', 'Snapshots use the default key of the provider', 'Use a customer-managed key for snapshots'],
    ['high', 'Backups are stored unencrypted', 'Encrypt backups before they leave the host'],
    ['medium', 'A certificate expires within 30 days', 'Renew the certificate and automate its renewal'],
    ['low', 'Weak cipher suites are enabled', 'Disable cipher suites without forward secrecy'],
    ['low', 'Logs are not encrypted at rest', 'Encrypt the log store with a managed key'],
  ]),
]
