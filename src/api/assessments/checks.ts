export const severities = ['high', 'medium', 'low'] as const

export type Severity = (typeof severities)[number]

export const knownCategories = ['authentication', 'network', 'encryption'] as const

const [vm, db, k8s, lb] = ['virtual_machine', 'database', 'kubernetes_cluster', 'load_balancer']

/** The type of resource that a check is for (cache, any), and what it finds where it fails. */
type Row = readonly [severity: Severity, type: string, description: string, remediation: string]

const toChecks = (category: (typeof knownCategories)[number], rows: readonly Row[]) =>
  rows.map(([severity, type, description, remediation]) => {
    return { type, finding: { severity, category, description, remediation } }
  })

/** All checks of a comprehensive scan, by category; an ordinary scan takes the first half of those that fit a resource. */
export const checks = [
  ...toChecks('authentication', [
    ['high', vm, 'Password authentication is enabled for remote login', 'Allow key-based login only'],
    ['high', db, 'The default administrator password is in use', 'Set a unique password and store it in a vault'],
    ['high', k8s, 'The API server accepts anonymous requests', 'Disable anonymous authentication'],
    ['high', lb, 'A listener forwards to an internal path without a login', 'Require a token at the listener'],
    ['high', 'cache', 'The cache answers without a password', 'Require a password for every connection'],
    ['high', 'any', 'An administrative account has no second factor', 'Require a second factor for administrators'],
    ['medium', 'any', 'Access keys are older than 90 days', 'Rotate access keys at least every 90 days'],
    ['medium', vm, 'A service account has interactive login', 'Disable interactive login for service accounts'],
    [
      'medium',
      db,
      'An application connects as the owner of its tables',
      'Give it a role with only the rights it needs',
    ],
    ['medium', k8s, 'A workload runs as cluster administrator', 'Bind its service account to a role of its own'],
    ['low', 'any', 'Sessions do not expire when idle', 'Set an idle timeout of 15 minutes'],
    ['low', 'any', 'Unused accounts have not been removed', 'Remove accounts without a login in the last 60 days'],
  ]),
  ...toChecks('network', [
    ['high', vm, 'SSH (port 22) is open to the internet', 'Restrict port 22 to the addresses of your administrators'],
    ['high', db, 'The database port is reachable from a public subnet', 'Allow only the application subnet'],
    ['high', k8s, 'The API server is open to the internet', 'Restrict it to the networks of your administrators'],
    ['medium', lb, 'Port 80 answers without a redirect to https', 'Redirect all requests to https'],
    ['high', 'cache', 'The cache port is reachable from other networks', 'Allow only the application subnet'],
    ['medium', 'any', 'Outbound traffic is not restricted', 'Allow outbound traffic to known destinations only'],
    ['low', 'any', 'Flow logs are disabled', 'Enable flow logs for the network'],
    ['high', vm, 'Remote desktop (port 3389) is open to the internet', 'Reach remote desktops through a bastion host'],
    ['medium', k8s, 'No network policy separates the namespaces', 'Deny traffic between namespaces by default'],
    ['medium', 'any', 'The default security group is in use', 'Attach a security group of its own'],
    ['low', 'any', 'A security group rule has no description', 'Describe what each rule is for'],
  ]),
  ...toChecks('encryption', [
    ['high', vm, 'A volume is not encrypted at rest', 'Encrypt the volume with a managed key'],
    ['high', db, 'Backups are stored unencrypted', 'Encrypt backups before they leave the host'],
    ['high', k8s, 'Secrets are stored in plain text', 'Encrypt the secrets with a managed key'],
    ['medium', lb, 'A certificate expires within 30 days', 'Renew the certificate and automate its renewal'],
    ['high', 'cache', 'Connections are not encrypted in transit', 'Require TLS for every connection'],
    ['medium', 'any', 'Encryption keys are not rotated', 'Enable the yearly rotation of keys'],
    ['low', vm, 'Snapshots use the default key of the provider', 'Use a customer-managed key for snapshots'],
    ['medium', db, 'Connections accept TLS 1.0 and 1.1', 'Require TLS 1.2 or later'],
    ['low', lb, 'Weak cipher suites are enabled', 'Disable cipher suites without forward secrecy'],
    ['low', 'any', 'Logs are not encrypted at rest', 'Encrypt the log store with a managed key'],
  ]),
]
