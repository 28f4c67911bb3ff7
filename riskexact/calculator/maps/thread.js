// The thread that makes the plans of the page.

import { planFor } from "../core/plan.js";
import { serve } from "../shared/worker.js";

serve({ plan: planFor });
