import type { Migration } from 'kysely/migration';
import { accountPools } from './accountPools.ts';
import { appeals } from './appeals.ts';
import { bestShots } from './bestShots.ts';
import { clubPhotos } from './clubPhotos.ts';
import { consents } from './consents.ts';
import { contactLeases } from './contactLeases.ts';
import { contactMessages } from './contactMessages.ts';
import { counterChanges } from './counterChanges.ts';
import { counts } from './counts.ts';
import { deletedComments } from './deletedComments.ts';
import { eventMoves } from './eventMoves.ts';
import { eventPictures } from './eventPictures.ts';
import { fanBlocks } from './fanBlocks.ts';
import { fanChanges } from './fanChanges.ts';
import { fanRank } from './fanRank.ts';
import { fanSettings } from './fanSettings.ts';
import { favoritePersons } from './favoritePersons.ts';
import { figureTables } from './figures.ts';
import { firstSteps } from './firstSteps.ts';
import { heldWordTable } from './heldWords.ts';
import { hiddenWords } from './hiddenWords.ts';
import { highlightsTables } from './highlights.ts';
import { identity } from './identity.ts';
import { inbox } from './inbox.ts';
import { initial } from './initial.ts';
import { lightStatistics } from './lightStatistics.ts';
import { limitedUsers } from './limitedUsers.ts';
import { memories } from './memories.ts';
import { moderation } from './moderation.ts';
import { movedAccounts } from './movedAccounts.ts';
import { newPhotosUnranked } from './newPhotosUnranked.ts';
import { openedBytes } from './openedBytes.ts';
import { operatorLog } from './operatorLog.ts';
import { originals } from './originals.ts';
import { orphanChecks } from './orphanChecks.ts';
import { ownTraces } from './ownTraces.ts';
import { pendingMail } from './pendingMail.ts';
import { personDetails } from './personDetails.ts';
import { personRank } from './personRank.ts';
import { personReading } from './personReading.ts';
import { photoCards } from './photoCards.ts';
import { photoMonths } from './photoMonths.ts';
import { photoRank } from './photoRank.ts';
import { photoSearch } from './photoSearch.ts';
import { pictureChecks } from './pictureChecks.ts';
import { pictureVariants } from './pictureVariants.ts';
import { postNotices } from './postNotices.ts';
import { privateNameIndex } from './privateNameIndex.ts';
import { privateNames } from './privateNames.ts';
import { publicNames } from './publicNames.ts';
import { publishedBytes } from './publishedBytes.ts';
import { pushOrigin } from './pushOrigin.ts';
import { rareStatistics } from './rareStatistics.ts';
import { refusedNames } from './refusedNames.ts';
import { reservedOwners } from './reservedOwners.ts';
import { rowAges } from './rowAges.ts';
import { sampleTagTable } from './sampleTags.ts';
import { searchFolding } from './searchFolding.ts';
import { searchInserts } from './searchInserts.ts';
import { searchKeys } from './searchKeys.ts';
import { sessionDevice } from './sessionDevice.ts';
import { signUps } from './signUps.ts';
import { staffTables } from './staff.ts';
import { staffNews } from './staffNews.ts';
import { suspensions } from './suspensions.ts';
import { takedowns } from './takedowns.ts';
import { tenantChanges } from './tenantChanges.ts';
import { triggerPlans } from './triggerPlans.ts';
import { unregisteredUploads } from './unregisteredUploads.ts';
import { unusedRows } from './unusedRows.ts';
import { userSearch } from './userSearch.ts';
import { waitingDevices } from './waitingDevices.ts';
import { wallTables } from './wall.ts';
import { webPush } from './webPush.ts';

/** In order of name. A migration that has run anywhere never changes: add the next number. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001_initial': initial,
  '002_identity': identity,
  '003_pending_mail': pendingMail,
  '004_moderation': moderation,
  '005_photo_search': photoSearch,
  '006_fan_settings': fanSettings,
  '007_session_device': sessionDevice,
  '008_counts': counts,
  '009_own_traces': ownTraces,
  '010_user_search': userSearch,
  '011_person_rank': personRank,
  '012_contact': contactMessages,
  '013_push': webPush,
  '014_photo_months': photoMonths,
  '015_private_names': privateNames,
  '016_sign_ups': signUps,
  '017_limited_users': limitedUsers,
  '018_public_names': publicNames,
  '019_search_keys': searchKeys,
  '021_unregistered_uploads': unregisteredUploads,
  '022_deleted_comments': deletedComments,
  '023_first_steps': firstSteps,
  '024_pictures': pictureVariants,
  '025_originals': originals,
  '026_picture_checks': pictureChecks,
  '027_event_pictures': eventPictures,
  '029_photo_cards': photoCards,
  '030_post_notices': postNotices,
  '031_favorite_persons': favoritePersons,
  '035_counter_changes': counterChanges,
  '036_tenant_changes': tenantChanges,
  '037_orphan_checks': orphanChecks,
  '038_search_inserts': searchInserts,
  '039_fan_changes': fanChanges,
  '040_operator_log': operatorLog,
  '041_suspensions': suspensions,
  '045_moved_accounts': movedAccounts,
  '047_opened_bytes': openedBytes,
  '048_push_origin': pushOrigin,
  '049_contact_leases': contactLeases,
  '050_account_pools': accountPools,
  '052_unused_rows': unusedRows,
  '053_consents': consents,
  '055_reserved_owners': reservedOwners,
  '056_private_name_index': privateNameIndex,
  '057_search_folding': searchFolding,
  '058_published_bytes': publishedBytes,
  '060_hidden_words': hiddenWords,
  '061_staff': staffTables,
  '062_fan_blocks': fanBlocks,
  '063_appeals': appeals,
  '064_refused_names': refusedNames,
  '065_inbox': inbox,
  '066_takedowns': takedowns,
  '070_club_photos': clubPhotos,
  '075_photo_rank': photoRank,
  '076_held_words': heldWordTable,
  '077_figures': figureTables,
  '080_staff_news': staffNews,
  '083_wall': wallTables,
  '085_best_shots': bestShots,
  '086_fan_rank': fanRank,
  '087_waiting_devices': waitingDevices,
  '088_person_reading': personReading,
  '089_memories': memories,
  '090_highlights': highlightsTables,
  '092_event_moves': eventMoves,
  '093_person_details': personDetails,
  '094_sample_tags': sampleTagTable,
  '095_trigger_plans': triggerPlans,
  '096_row_ages': rowAges,
  '097_new_photos_unranked': newPhotosUnranked,
  '101_light_statistics': lightStatistics,
  '103_rare_statistics': rareStatistics,
};
