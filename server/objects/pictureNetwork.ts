/** The content network in front of a bucket (CloudFront): has it give up what it keeps of pictures that were taken down (OPR-02). */
import { createHash } from 'node:crypto';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { callService } from '../identity/awsFailure.ts';

/** CloudFront is one service for all regions, and lives here. */
const REGION = 'us-east-1';
/** Longer than it ever takes; an operator waits for it. */
const WITHIN_MS = 15_000;

/**
 * Has the network forget these keys: one invalidation, done within a minute. `AWS_ENDPOINT_URL_CLOUDFRONT` names another network than
 * Amazon's.
 * @param id of the distribution
 * @throws ServiceFailure: it refuses, or does not answer within 15 seconds
 */
export async function forgetOnNetwork(
  id: string,
  credentials: NonNullable<S3ClientConfig['credentials']>,
  keys: readonly string[],
): Promise<void> {
  // Only whoever has a network in front of the bucket loads it, when something is taken down.
  const { CloudFrontClient, CreateInvalidationCommand } = await import('@aws-sdk/client-cloudfront');
  const client = new CloudFrontClient({ region: REGION, credentials });
  const batch = {
    CallerReference: `${createHash('sha256').update(keys.join(' ')).digest('hex').slice(0, 20)}-${Date.now()}`,
    Paths: { Quantity: keys.length, Items: keys.map((key) => `/${key}`) },
  };
  const asked = new CreateInvalidationCommand({ DistributionId: id, InvalidationBatch: batch });
  try {
    const abortSignal = AbortSignal.timeout(WITHIN_MS);
    await callService(`picture network ${id}`, () => client.send(asked, { abortSignal }));
  } finally {
    client.destroy();
  }
}
